"""Play in a browser: a server that alone holds the games, and sends each seat what that seat may see."""

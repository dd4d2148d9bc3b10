"""What the tests of redealing have in common."""


def same_after_redeal(batch, other, seat):
    """Whether two games that look the same to a seat, redealt for it with the same chance, are the same state to the byte."""
    truth, twin = batch.clone(), batch.clone()  # both are to draw the same numbers
    twin.set_state(0, other.states[0])
    truth.redeal(0, seat)
    twin.redeal(0, seat)
    return truth.states[0].tobytes() == twin.states[0].tobytes()

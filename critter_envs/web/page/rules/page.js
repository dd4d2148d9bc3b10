// A page of rules that is opened by itself.

import { startTheme } from "../theme.js";

startTheme(document.getElementById("theme-button"));

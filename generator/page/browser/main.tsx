/** Entry point of the page's script. */
import "./page.css";
import { render } from "preact";
import { App } from "./app.tsx";
import { openPageStore } from "./read-data.ts";

const root = document.getElementById("view");
if (root !== null) render(<App store={openPageStore()} />, root);

import { start } from "./main";

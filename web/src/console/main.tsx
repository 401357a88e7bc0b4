import { startPage } from "../texts/page";
import { loadTexts } from "./texts";
import "../ui/base.css";

void startPage(loadTexts, () => null);

import { startPage } from "../texts/page";
import { loadTexts } from "./texts";
import "../ui/public.css";

void startPage(loadTexts, () => null);

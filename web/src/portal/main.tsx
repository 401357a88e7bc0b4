import { startPage } from "../texts/page";
import { pageOf } from "../ui/boot";
import { keepOnDrop } from "../ui/keep";
import { PortalPage } from "./PortalPage";
import { loadTexts } from "./texts";
import { Visit } from "./visit";
import "../ui/public.css";
import "./portal.css";

keepOnDrop();
void startPage(loadTexts, (boot) => <PortalPage visit={new Visit(pageOf(boot, "portal").subdomain)} />);

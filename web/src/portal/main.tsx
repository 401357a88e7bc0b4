import { startPage } from "../texts/page";
import { pageOf } from "../ui/boot";
import { PortalPage } from "./PortalPage";
import { loadTexts } from "./texts";
import { Visit } from "./visit";
import "../ui/public.css";
import "./portal.css";

void startPage(loadTexts, (boot) => <PortalPage visit={new Visit(pageOf(boot, "portal").subdomain)} />);

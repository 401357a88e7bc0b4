import { startPage } from "../texts/page";
import { pageOf, readBoot } from "../ui/boot";
import { keepOnDrop } from "../ui/keep";
import { DownloadPage } from "./DownloadPage";
import { readFirstLook } from "./look";
import { takeSecret } from "./secret";
import { loadTexts } from "./texts";
import { Visit } from "./visit";
import "../ui/public.css";
import "./download.css";

// Before anything else is waited for, so that the secret does not stand in the address bar for a moment longer.
const { link_id } = pageOf(readBoot(), "download");
const visit = new Visit(link_id, takeSecret(link_id));

const look = readFirstLook();

keepOnDrop();
void startPage(loadTexts, () => <DownloadPage visit={visit} look={look} />);

import { api } from "../api/client";
import { startPage } from "../texts/page";
import { pageOf } from "../ui/boot";
import { keepOnDrop } from "../ui/keep";
import { App } from "./App";
import { withSession } from "./session/middleware";
import { session } from "./session/store";
import { loadTexts } from "./texts";
import "../ui/base.css";
import "./frame/frame.css";

keepOnDrop();
api.use(withSession(session));
void session.start();
void startPage(loadTexts, (boot) => <App server={pageOf(boot, "console")} />);

import { startPage } from "../texts/page";
import { App } from "./App";
import { takeTokenOfAddress } from "./api";
import { AgentStore } from "./store";
import { loadTexts } from "./texts";
import "../ui/base.css";
import "./agent.css";

takeTokenOfAddress();
const store = new AgentStore();
void store.run();
void startPage(loadTexts, () => <App store={store} />);

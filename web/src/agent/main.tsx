import { startPage } from "../texts/page";
import { App } from "./App";
import { AgentStore } from "./store";
import { loadTexts } from "./texts";
import "../ui/base.css";
import "./agent.css";

const store = new AgentStore();
void store.run();
void startPage(loadTexts, () => <App store={store} />);

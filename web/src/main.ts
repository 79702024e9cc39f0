import { mount } from "svelte";
import App from "./App.svelte";
import { applySettings } from "./lib/settings.svelte";
import "./styles/base.css";

applySettings();
mount(App, { target: document.getElementById("app")! });

// The page opens without a connection too, and then says so. Workers need a secure page; without one nothing is lost.
if ("serviceWorker" in navigator && import.meta.env.PROD) navigator.serviceWorker.register("/sw.js").catch(() => {});

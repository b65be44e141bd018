// The table's page: who sits where, the boards of the round, results in and checked, with or without a connection.
import { newKey, Outbox } from "./outbox.js";
import { deviceSetting, TablePage } from "./page.js";
import { TableServer } from "./server.js";
import { TableStore } from "./store.js";
import { Words } from "./words.js";

const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));
const readJson = (/** @type {string} */ id) => JSON.parse(element(id).textContent ?? "");

const root = element("table-app");
const { code = "", home = "", names = "", event = "", worker = "" } = root.dataset;
const phone = deviceSetting("phone") || deviceSetting("phone", newKey().slice(0, 12)) || newKey().slice(0, 12);

/** @type {TablePage | undefined} */
let page;
const outbox = await Outbox.open(phone, () => page?.update());
page = new TablePage({
  root,
  store: new TableStore(readJson("table-state"), outbox),
  server: new TableServer(home),
  words: new Words(readJson("table-words")),
  address: { code, event, names },
});
element("table-plain").remove();
await page.start();
if (isSecureContext) navigator.serviceWorker?.register(worker, { scope: "/t/" }).catch(() => {});

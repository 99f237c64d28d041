// Gives each test file an empty IndexedDB, also where its process ran other files before.
import "fake-indexeddb/auto";
import Dexie from "dexie";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";

globalThis.indexedDB = new IDBFactory();
// Dexie reads the global only when it is loaded.
Dexie.dependencies = { indexedDB, IDBKeyRange };

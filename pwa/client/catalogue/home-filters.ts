// What Home filters by, for dialogs that save it. It stays when the user goes to another screen of this tab.
import { create } from "zustand";
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";

/** Null until Home was open in this tab. */
export const useHomeFilters = create<{ filters: SearchFilter | null }>(() => ({ filters: null }));

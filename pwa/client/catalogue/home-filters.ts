// The filters of Home, for dialogs that save them. Kept while the user visits other screens in this tab.
import { create } from "zustand";
import type { SearchFilter } from "../../../shared/domain/searches-rules.ts";

/** Null until Home was open in this tab. */
export const useHomeFilters = create<{ filters: SearchFilter | null }>(() => ({ filters: null }));

// Loads the product's modules anew for each test file. Files share a process, which saves half of the time; packages stay loaded.
import { vi } from "vitest";

vi.resetModules();

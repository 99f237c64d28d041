// Gives waits in happy-dom tests 10 s. The library's default of 1 s is too short on a busy machine.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });

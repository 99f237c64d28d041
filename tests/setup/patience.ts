// What is waited for in a made-up browser has the time a busy machine needs; a second, the library's own measure, is not that.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 10_000 });

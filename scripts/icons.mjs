// Prepares the icons of the app from lucide-react: `node scripts/icons.mjs`. The files are committed; run it again when a component
// imports another icon, or after a new version of the package.
import { writeFileSync } from "node:fs";
import { iconFiles } from "./icons/prepare.mjs";

const files = await iconFiles();
for (const { file, text } of files) writeFileSync(file, text);
console.log(`Wrote the icons of the app, ${files[0].text.split("\n").length - 4} of them.`);

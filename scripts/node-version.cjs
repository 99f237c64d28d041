// Every command first checks the Node version here, in syntax that every Node can parse.
var found = process.versions.node.split(".").map(Number);
var needed = [20, 19, 3];
var at = 0;
while (at < 2 && found[at] === needed[at]) at++;
if (found[at] < needed[at]) {
  console.error(
    "Tailhour needs Node " +
      needed.join(".") +
      " or newer; this is Node " +
      process.versions.node +
      ": see https://nodejs.org.",
  );
  process.exit(1);
}

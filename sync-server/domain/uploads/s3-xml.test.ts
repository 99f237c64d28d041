import { expect, it } from "vitest";
import { elements, elementText, escaped } from "./s3-xml.ts";

const list = `<?xml version='1.0' encoding='UTF-8'?>
<ListPartsResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>false</IsTruncated>
<Part><PartNumber>1</PartNumber><ETag>&quot;ab&amp;c&quot;</ETag></Part><Part><PartNumber>2</PartNumber><ETag>&#34;d&#x65;&#34;</ETag></Part>
</ListPartsResult>`;

it("reads the first element with a name", () => {
  expect(elementText(list, "IsTruncated")).toBe("false");
  expect(elementText(list, "ETag")).toBe('"ab&c"');
  expect(elementText('<A x="1">text</A>', "A")).toBe("text");
  expect([elementText(list, "Nothing"), elementText("no XML at all", "Part")]).toEqual([null, null]);
});

it("finds all elements with a name", () => {
  expect(elements(list, "Part").map((part) => elementText(part, "ETag"))).toEqual(['"ab&c"', '"de"']);
  expect(elements(list, "Nothing")).toEqual([]);
});

it("reads what it writes", () => {
  const text = `<a & "b" 'c'>`;
  expect(elementText(`<T>${escaped(text)}</T>`, "T")).toBe(text);
});

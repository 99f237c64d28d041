// The limit of W6: the same two queries with `pg` and `http` only. Arguments: database URL, maximum price of the list.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import pg from "pg";

const [databaseUrl, most] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });

const columns = `a.id, a."ownerId", a.name, a.model, a.make, a.type, a.year, a.location, a."hourlyRate", a."minHours", a.seats,
  a."cruiseSpeed", a.range, a."fuelCapacity", a."maxWeight", a.description, a."imageUrl", a.images, a.verified,
  a.rating::float8, a."reviewCount", a.features, a."isActive", a."createdAt", a.rev::float8`;
const visible = `a."isActive" and a."deletedAt" is null
  and not exists (select from users u where u.id = a."ownerId" and not u."isActive")`;

const one = {
  name: "one",
  text: `select to_json(o) as owner, ${columns} from aircraft a join lateral (
    select id, name, "avatarUrl", bio, "memberSince", rating, "reviewCount", "responseTime", verified from users where id = a."ownerId"
  ) o on true where a.id = $1 and ${visible}`,
};
const list = {
  name: "list",
  text: `select ${columns} from aircraft a where a.location = $1 and a.type = $2 and a."hourlyRate" <= $3 and ${visible}
    order by a."createdAt" desc, a.id desc limit 1001`,
};

async function answer(path: string): Promise<unknown> {
  const id = /^\/api\/aircraft\/([^/]+)\/with-owner$/.exec(path)?.[1];
  if (id === undefined) return (await pool.query({ ...list, values: ["Phoenix AZ", "jet", Number(most)] })).rows;
  const { owner, ...aircraft } = (await pool.query<{ owner: unknown }>({ ...one, values: [id] })).rows[0]!;
  return { aircraft, owner };
}

const server = createServer((asked, sent) => {
  answer(asked.url ?? "/").then(
    (body) => sent.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(body)),
    (error: Error) => sent.writeHead(500).end(error.message),
  );
});
server.listen(0, "localhost", () => console.log(`http://localhost:${(server.address() as AddressInfo).port}`));

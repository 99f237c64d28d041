// Temporary credentials for clients that use S3 directly: valid for one object name.
import { AwsClient } from "aws4fetch";
import type { S3Settings } from "./s3-store.ts";
import { elementText } from "./s3-xml.ts";
import { StoreUnavailable } from "./store.ts";
import type { TemporaryCredentials } from "../../kit/upload-services.ts";

export type StsSettings = Pick<S3Settings, "bucket" | "region" | "accessKeyId" | "secretAccessKey"> & {
  /** URL of the token service, as in `https://sts.eu-central-1.amazonaws.com`. */
  endpoint: string;
  /** The role to assume. */
  role: string;
};

/** The shortest duration that a token service allows. */
const SECONDS = 900;

export function temporaryCredentials(settings: StsSettings): TemporaryCredentials {
  const { accessKeyId, secretAccessKey, region, endpoint, bucket, role } = settings;
  // AssumeRole may be retried: it stores nothing, and returns another pair of keys.
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "sts", retries: 2 });
  return async function assumeRole(name) {
    const actions = ["s3:PutObject", "s3:AbortMultipartUpload", "s3:ListMultipartUploadParts"];
    const resource = `arn:aws:s3:::${bucket}/${name}`;
    const policy = { Version: "2012-10-17", Statement: [{ Effect: "Allow", Action: actions, Resource: [resource] }] };
    const body = new URLSearchParams({
      Action: "AssumeRole",
      Version: "2011-06-15",
      RoleArn: role,
      RoleSessionName: "tailhour-upload",
      DurationSeconds: String(SECONDS),
      Policy: JSON.stringify(policy),
    });
    const headers = { "Content-Type": "application/x-www-form-urlencoded" };
    const signal = AbortSignal.timeout(15_000);
    const answer = await client
      .fetch(endpoint, { method: "POST", body: body.toString(), headers, signal })
      .catch((error: unknown) => {
        throw new StoreUnavailable("The token service can't be reached.", error);
      });
    const text = await answer.text();
    const value = (element: string) => elementText(text, element) ?? "";
    const credentials = {
      AccessKeyId: value("AccessKeyId"),
      SecretAccessKey: value("SecretAccessKey"),
      SessionToken: value("SessionToken"),
      Expiration: value("Expiration"),
    };
    if (!answer.ok || Object.values(credentials).includes(""))
      throw new StoreUnavailable(`The token service answered ${answer.status} ${value("Code")}.`);
    return { credentials, bucket, region };
  };
}

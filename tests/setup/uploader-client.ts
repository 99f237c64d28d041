// Bundled for a page by tests/browser/uploader.spec.ts: the uploader with the plugin that speaks the multipart family.
import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";

Object.assign(globalThis, { uploader: { Uppy, AwsS3 } });

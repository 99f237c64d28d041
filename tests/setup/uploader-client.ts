// The uploader with its multipart plugin; tests/browser/uploader.spec.ts bundles it for a page.
import AwsS3 from "@uppy/aws-s3";
import Uppy from "@uppy/core";

Object.assign(globalThis, { uploader: { Uppy, AwsS3 } });

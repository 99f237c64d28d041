import { Camera } from "../../ui/icons/icons.ts";
import { useEffect, useRef, useState } from "react";
import { Button } from "../../ui/actions/button.tsx";
import { Icon } from "../../ui/display/icon.tsx";
import styles from "./camera-panel.module.css";

/** The camera's live image and a button that takes a picture. */
export function CameraPanel({ onPicture }: { onPicture: (data: Blob) => void }) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"asking" | "ready" | "none">("asking");

  useEffect(() => {
    let stream: MediaStream | null = null;
    let isWanted = true;
    const { mediaDevices } = navigator as { mediaDevices?: MediaDevices };
    const wish = { video: { facingMode: "environment", width: { ideal: 1920 }, height: { ideal: 1280 } } };
    (mediaDevices?.getUserMedia(wish) ?? Promise.reject(new Error("There is no camera."))).then(
      (given) => {
        stream = given;
        if (!isWanted || !video.current) return stop(given);
        video.current.srcObject = given;
        setState("ready");
      },
      () => isWanted && setState("none"),
    );
    return () => {
      isWanted = false;
      stop(stream);
    };
  }, []);

  function take() {
    const { current } = video;
    if (!current) return;
    const canvas = document.createElement("canvas");
    canvas.width = current.videoWidth;
    canvas.height = current.videoHeight;
    canvas.getContext("2d")?.drawImage(current, 0, 0);
    canvas.toBlob((data) => data && onPicture(data), "image/jpeg", 0.9);
  }

  return (
    <div className={styles.camera}>
      <video ref={video} autoPlay muted playsInline hidden={state !== "ready"} />
      {state === "ready" ? (
        <Button variant="primary" onClick={take}>
          <Icon of={Camera} />
          Take picture
        </Button>
      ) : (
        <p role="status">{state === "asking" ? "Waiting for the camera..." : "No camera can be used here."}</p>
      )}
    </div>
  );
}

function stop(stream: MediaStream | null) {
  stream?.getTracks().forEach((track) => track.stop());
}

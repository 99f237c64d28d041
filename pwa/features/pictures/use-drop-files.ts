// Accepts files dropped on an element.
import { useRef, useState, type DragEvent } from "react";

export function useDropFiles(onFiles: (files: readonly File[]) => void) {
  const [isOver, setOver] = useState(false);
  /** Entered minus left elements: moving between children leaves one after entering the next. */
  const depth = useRef(0);
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const leave = (count: number) => {
    depth.current = count;
    setOver(count > 0);
  };
  return {
    isOver,
    events: {
      onDragEnter: (event: DragEvent) => hasFiles(event) && leave(depth.current + 1),
      onDragLeave: (event: DragEvent) => hasFiles(event) && leave(Math.max(0, depth.current - 1)),
      // Without this the browser opens the file.
      onDragOver: (event: DragEvent) => hasFiles(event) && event.preventDefault(),
      onDrop: (event: DragEvent) => {
        if (!hasFiles(event)) return;
        event.preventDefault();
        leave(0);
        onFiles([...event.dataTransfer.files]);
      },
    },
  };
}

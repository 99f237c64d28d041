import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

export default defineConfig({
  root: "pwa",
  plugins: [react()],
  build: { outDir: "../dist/pwa", emptyOutDir: true, target: "es2022" },
});

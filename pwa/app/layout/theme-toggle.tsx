import { SunMoon } from "../../ui/icons/icons.ts";
import { useTheme } from "../../client/shell/theme.ts";
import { IconButton } from "../../ui/actions/icon-button.tsx";

export function ThemeToggle() {
  const [theme, toggle] = useTheme();
  return (
    <IconButton icon={SunMoon} small label={theme === "dark" ? "Use light theme" : "Use dark theme"} onClick={toggle} />
  );
}

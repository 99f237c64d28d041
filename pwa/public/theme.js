// Runs before the first paint: theme, and whether this browser knows someone (so that the header reserves the right place), and whether the address asks for something.
(function () {
  var root = document.documentElement;
  var saved = null;
  try {
    saved = localStorage.getItem("theme");
    if (localStorage.getItem("currentUser")) root.dataset.session = "kept";
  } catch {
    // Storage is closed: follow the system.
  }
  // Home's markup shows the whole list; with filters in the address it is another one (pages/home.module.css).
  if (location.search) root.dataset.query = "";
  var isDark = saved ? saved === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "dark" : "light";
  var metas = document.querySelectorAll('meta[name="theme-color"]');
  for (var i = 0; i < metas.length; i++) metas[i].content = isDark ? "#121D27" : "#FFFFFF";
})();

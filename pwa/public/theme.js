// Runs before the first paint: sets the theme, marks a known user (so that the header reserves space), and marks a
// query in the address.
(function () {
  var root = document.documentElement;
  var saved = null;
  try {
    saved = localStorage.getItem("theme");
    if (localStorage.getItem("currentUser")) root.dataset.session = "known";
  } catch {
    // Storage is not available: follow the system.
  }
  // Home's markup shows the whole list; filters in the address select another one (pages/home.module.css).
  if (location.search) root.dataset.query = "";
  var isDark = saved ? saved === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = isDark ? "dark" : "light";
  var metas = document.querySelectorAll('meta[name="theme-color"]');
  for (var i = 0; i < metas.length; i++) metas[i].content = isDark ? "#121D27" : "#FFFFFF";
})();

// Runs before the first paint: sets the theme, marks a known user (so that the header reserves space) and an aircraft
// that this user saved or booked (so that its page does), and marks a query in the address.
(function () {
  var root = document.documentElement;
  var saved = null;
  try {
    saved = localStorage.getItem("theme");
    var user = localStorage.getItem("currentUser");
    if (user) {
      root.dataset.session = "known";
      var aircraftId = location.pathname.split("/aircraft/")[1];
      var summary = localStorage.getItem("glance:" + JSON.parse(user).id) || "";
      if (aircraftId && "caches" in window && summary.includes('"' + aircraftId + '"')) root.dataset.saved = "known";
    }
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

// Runs before the first paint: theme and language of the stored choice, so that nothing flashes, and an early start for the locale files.
(function () {
  var root = document.documentElement;
  var theme = 'light';
  var language = '';
  try {
    if (localStorage.getItem('ui-theme') === 'dark') theme = 'dark';
    language = localStorage.getItem('i18nextLng') || '';
  } catch (_) {
    // Storage may be forbidden: the defaults hold.
  }
  root.classList.add(theme);
  root.setAttribute('data-theme', theme);
  var known = ['en', 'nl', 'es', 'pt', 'fr', 'cs'];
  // A link may name one (`?lang=nl`), as search engines list a page for each.
  var named = (/[?&]lang=([a-z]{2})(?:&|$)/.exec(location.search) || [])[1];
  var codes = [named, language].concat(navigator.languages || [navigator.language]);
  var chosen = 'en';
  for (var i = 0; i < codes.length; i++) {
    var code = String(codes[i]).toLowerCase().split(/[-_]/)[0];
    if (known.indexOf(code) >= 0) {
      chosen = code;
      break;
    }
  }
  // The page may hold its first view already, in the language of the browser; another one was chosen here.
  var view = root.getAttribute('data-first-view');
  if (view && view !== chosen) root.classList.add('other-language');
  // Such a page is shown first, and the app begins then; a tab in the background shows nothing.
  if (view) {
    var hasBegun = false;
    var begin = function () {
      var app = document.querySelector('link[data-app]');
      if (hasBegun || !app) return;
      hasBegun = true;
      var run = function () {
        var script = document.createElement('script');
        script.type = 'module';
        script.crossOrigin = '';
        script.src = app.href;
        document.head.appendChild(script);
      };
      var later = function () {
        setTimeout(run);
      };
      // Its libraries are read in a step of their own, so that a slow phone hears a finger in between.
      var libraries = document.querySelectorAll('link[rel=modulepreload]:not([data-app], [data-screen])');
      var steps = [].map.call(libraries, function (link) {
        return import(link.href);
      });
      Promise.all(steps).then(later, run);
    };
    document.addEventListener('DOMContentLoaded', function () {
      if (document.hidden) begin();
      // What is drawn is on the screen only when the browser says so: a slow one shows it much later.
      new PerformanceObserver(function (list) {
        if (list.getEntriesByName('first-contentful-paint').length > 0) begin();
      }).observe({ type: 'paint', buffered: true });
      setTimeout(begin, 1500);
    });
  }
  root.lang = chosen;
  // As `firstNamespaces` of `i18n.ts` has them; a test holds that.
  var names = ['common', 'shell'];
  if (/^\/(auth|forgot-password|reset-password|accept-invitation)$/.test(location.pathname))
    names.push('auth');
  if (location.pathname === '/accept-invitation') names.push('team');
  if (location.pathname === '/developers') names.push('api-reference');
  var languages = chosen === 'en' ? ['en'] : [chosen, 'en'];
  languages.forEach(function (each) {
    names.forEach(function (name) {
      var link = document.createElement('link');
      link.rel = 'preload';
      link.as = 'fetch';
      link.crossOrigin = 'anonymous';
      link.href = '/locales/' + each + '/' + name + '.json';
      document.head.appendChild(link);
    });
  });
})();

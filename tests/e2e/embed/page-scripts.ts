/** What pages of a customer run in the tests of the embed. */

/** Collects what an agent's events say, as `event:value`. */
export const collect = `<script>
  window.heard = [];
  const names = [
    'ready', 'open', 'close', 'message', 'lead', 'end', 'unread', 'identify', 'error', 'destroy',
  ];
  for (const name of names)
    addEventListener('chatelier:' + name, ({ detail }) =>
      heard.push(name + ':' + JSON.stringify(detail.value ?? null)));
  window.Chatelier = { q: [['on', 'message', () => {}]] };
</script>`;

/** Adds up how far what is on the page moves, in `window.shift`. */
export const watchShift = `<script nonce="r4nd0m">
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
</script>`;

/** How often a listener is called that was taken off before an agent is closed, out of `open`. */
export const callsAfterOff = `new Promise((resolve) => {
        let count = 0;
        const off = Chatelier.on('close', () => count++);
        Chatelier.on('close', () => {});
        Chatelier.close();
        const stop = Chatelier.on('open', () => {
          stop();
          Chatelier.close();
          queueMicrotask(() => queueMicrotask(() => resolve(count)));
        });
        off();
        Chatelier.open();
      })`;

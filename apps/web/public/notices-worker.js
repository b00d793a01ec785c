// Shows notices that the push service of the browser brings while no page of Gantry is in sight, and opens the page that one names.

self.addEventListener('push', (event) => {
  const { title, body, tag, url } = event.data.json();
  const show = async () => {
    const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    // A page in sight shows the notice itself.
    if (pages.some(({ visibilityState }) => visibilityState === 'visible')) return;
    await self.registration.showNotification(title, { body, tag, data: { url } });
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(self.clients.openWindow(event.notification.data.url));
});

// The field mode of a space opens without a connection: its page and what that loads are kept, nothing else of the product.

const SHELL = 'gantry-field';
const isField = (path) => /^\/\d+\/field\/?$/.test(path);

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  const { kind, page, assets } = event.data ?? {};
  if (kind !== 'keep-field' || !isField(page)) return;
  const keep = async () => {
    const cache = await caches.open(SHELL);
    const wanted = new Set([page, ...assets]);
    for (const request of await cache.keys()) if (!wanted.has(new URL(request.url).pathname)) await cache.delete(request);
    await cache.add(page);
    for (const path of assets) if (!(await cache.match(path))) await cache.add(path);
  };
  event.waitUntil(keep());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin) return;
  if (request.mode === 'navigate' && isField(pathname)) {
    event.respondWith(fetch(request).catch(async () => (await caches.match(pathname)) ?? Response.error()));
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(caches.match(pathname).then((kept) => kept ?? fetch(request)));
  }
});

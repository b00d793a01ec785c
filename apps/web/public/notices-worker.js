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

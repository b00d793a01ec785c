import '../../gantt/adapters/gantry.ts';

const host = document.body.appendChild(document.createElement('main'));
host.id = 'host';
host.style.cssText = 'width:1600px;height:860px';
await window.__bench.prepare(100_000);
await window.__bench.load();
Object.assign(window, { painted: performance.now() });

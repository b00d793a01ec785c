import { createDecipheriv, type ECDH, hkdfSync } from 'node:crypto';

/** Opens what a push service carries to a browser, by RFC 8188 and 8291, without the library that has sealed it. */
export function ece(sealed: Buffer, browser: ECDH, auth: Buffer): string {
  const [salt, length] = [sealed.subarray(0, 16), sealed[20]];
  const sender = sealed.subarray(21, 21 + length);
  const expand = (secret: Buffer, from: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', secret, from, info, bytes));
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const shared = expand(browser.computeSecret(sender), auth, info, 32);
  const key = expand(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = expand(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const content = sealed.subarray(21 + length);
  const opener = createDecipheriv('aes-128-gcm', key, nonce);
  opener.setAuthTag(content.subarray(-16));
  const plain = Buffer.concat([opener.update(content.subarray(0, -16)), opener.final()]);
  // The last record ends with the octet 2 and padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
}

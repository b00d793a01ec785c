import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const BYTES = 3 * 1024 ** 3;
/** EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH: from this moment nothing reaches the disk, the journal's own buffers included. */
const SHUT_DOWN = 'sysopen(my $d, $ARGV[0], 0) or die "open: $!"; my $f = pack("L", 2); ioctl($d, 0x8004587D, $f) or die "ioctl: $!"';
const UNMOUNT_TRIES = 100;

/** A file system of its own, whose power can be cut. */
export type Disk = {
  /** Where it is mounted. */
  readonly place: string;
  /** Takes its power away, at once: what was not flushed is gone. */
  cut(): void;
  /** Mounts it again, once nobody holds it any more. */
  mountAgain(): Promise<void>;
  /** Flushes everything and keeps a copy of the unmounted disk. */
  keepCopy(): Promise<void>;
  /** Puts the copy in the place of the disk. */
  bringBack(): Promise<void>;
  close(): Promise<void>;
};

/** Makes an ext4 of its own in a file and mounts it; answers why not where this machine does not let us. */
export function openDisk(folder: string): Disk | string {
  const image = join(folder, 'disk.img');
  const copy = join(folder, 'disk.copy');
  const place = join(folder, 'disk');
  const mount = (): void => void execFileSync('mount', ['-t', 'ext4', '-o', 'loop', image, place], { stdio: 'pipe' });
  /** The processes that held it were killed; the kernel takes a moment to let them go. */
  async function unmount(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        return void execFileSync('umount', [place], { stdio: 'pipe' });
      } catch (error) {
        if (tries === UNMOUNT_TRIES) throw error;
        await setTimeout(50);
      }
    }
  }
  const cut = (): void => void execFileSync('perl', ['-e', SHUT_DOWN, place], { stdio: 'pipe' });
  mkdirSync(place, { recursive: true });
  writeFileSync(image, '');
  truncateSync(image, BYTES);
  try {
    execFileSync('mkfs.ext4', ['-q', '-F', image], { stdio: 'pipe' });
    mount();
  } catch (error) {
    return `this machine lets nobody mount an ext4 of its own (${wordsOf(error)})`;
  }
  try {
    // The data folder lies under it; PostgreSQL's own user walks through.
    for (const each of [folder, place]) chmodSync(each, 0o711);
    cut();
  } catch (error) {
    execFileSync('umount', [place], { stdio: 'pipe' });
    return `this machine lets nobody shut an ext4 down (${wordsOf(error)})`;
  }
  execFileSync('umount', [place], { stdio: 'pipe' });
  mount();
  chmodSync(place, 0o711);
  return {
    place,
    cut,
    async mountAgain() {
      await unmount();
      mount();
    },
    async keepCopy() {
      await unmount();
      copySparse(image, copy);
      mount();
    },
    async bringBack() {
      await unmount();
      copySparse(copy, image);
      mount();
    },
    close: unmount,
  };
}

function copySparse(from: string, to: string): void {
  execFileSync('cp', ['--sparse=always', '--reflink=auto', from, to]);
}

function wordsOf(error: unknown): string {
  const stderr = (error as { stderr?: Buffer }).stderr?.toString().trim();
  return stderr || (error instanceof Error ? error.message : String(error));
}

/** The head of a version: what moves with its content. Who writes content moves it by this door, under the head's lock. */

export {
  findVersionHead,
  lockVersionHead,
  restoreStatus,
  saveStatus,
  settleName,
  settleStatus,
  unsettleStatus,
  updateVersionHead,
  type VersionHead,
  type VersionKey,
} from './versions.head.repository.ts';

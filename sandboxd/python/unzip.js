/** Bundled for the dispatcher, which has no modules of npm. */
export { unzipSync } from 'fflate'

/**
 * Gives a replay the wall clock and the random numbers of a recorded run, so that code which asks for today's date, or draws
 * an id, asks the world the same each time. The clock goes on from where it starts, and time-outs and monotonic clocks stay real.
 *
 * Python gets both through these globals as well. Code can tell that it is replayed; this is no security boundary.
 */
import { now } from './intrinsics.js'

/** Does nothing for a run that is no replay. Returns how far the clock was moved, in milliseconds. */
export function seedRun(seeded) {
  if (!seeded) return 0
  seedRandom(seeded.seed)
  return moveClock(seeded.startMs - now())
}

function moveClock(shiftMs) {
  const { Date: RealDate, performance } = globalThis
  const movedNow = () => now() + shiftMs
  RealDate.now = movedNow
  const MovedDate = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [movedNow()] : args, newTarget),
    apply: () => new MovedDate().toString(),
  })
  RealDate.prototype.constructor = MovedDate
  globalThis.Date = MovedDate
  formatMovedNow(globalThis.Intl.DateTimeFormat.prototype, movedNow)
  const { timeOrigin } = performance
  Object.defineProperty(performance, 'timeOrigin', { value: timeOrigin + shiftMs })
  return shiftMs
}

/** Without a date, both format the current one. */
function formatMovedNow(prototype, movedNow) {
  const { formatToParts } = prototype
  const getFormat = Object.getOwnPropertyDescriptor(prototype, 'format').get
  prototype.formatToParts = function (date = movedNow()) {
    return formatToParts.call(this, date)
  }
  Object.defineProperty(prototype, 'format', {
    configurable: true,
    get() {
      const format = getFormat.call(this)
      return (date = movedNow()) => format(date)
    },
  })
}

function seedRandom(seed) {
  const words = [0, 8, 16, 24].map((at) => Number.parseInt(seed.slice(at, at + 8), 16))
  // Two sequences, so that one more call of Math.random does not change every id.
  const nextOfMath = openSequence(words)
  const nextOfCrypto = openSequence(words.map((word) => ~word))
  Math.random = () => (nextOfMath() * 2 ** 21 + (nextOfMath() >>> 11)) / 2 ** 53
  const { Crypto } = globalThis
  const { getRandomValues } = Crypto.prototype
  Crypto.prototype.getRandomValues = function (array) {
    // Refuses what is no array of integers, or too long.
    getRandomValues.call(this, array)
    const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength)
    for (let index = 0; index < bytes.length; index += 1) bytes[index] = nextOfCrypto()
    return array
  }
  Crypto.prototype.randomUUID = () => {
    const bytes = Uint8Array.from({ length: 16 }, nextOfCrypto)
    bytes[6] = (bytes[6] & 0x0f) | 0x40
    bytes[8] = (bytes[8] & 0x3f) | 0x80
    return bytes.toHex().replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}

/** Returns the generator sfc32 of PractRand, which gives unsigned integers of 32 bits. */
function openSequence([a, b, c, counter]) {
  const next = () => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  // The first numbers still resemble the seed.
  for (let index = 0; index < 12; index += 1) next()
  return next
}

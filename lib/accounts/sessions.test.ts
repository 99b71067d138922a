import { expect, test } from 'vitest'
import { deviceName } from './sessions.ts'

const UA = 'Mozilla/5.0'

test.each([
  [`${UA} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, 'Firefox on Linux'],
  [
    `${UA} (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [`${UA} (Macintosh; Intel Mac OS X 10_15) AppleWebKit/605 Version/18 Safari/605`, 'Safari on macOS'],
  [`${UA} (iPhone; CPU iPhone OS 18_0 like Mac OS X) CriOS/140.0 Safari/604`, 'Chrome on iPhone'],
  [`${UA} (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36`, 'Chrome on Android'],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
])('the user agent %s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})

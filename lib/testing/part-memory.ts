import fs from 'node:fs'
import type { TestSite } from './start-test-site.ts'

export const PARTS: [name: string, command: RegExp][] = [
  ['web server', /\/web-server\.[jt]s/],
  ['worker', /\/worker\.[jt]s/],
  ['sandboxd', /sandboxd\/main\.ts/],
  ['engines', /^(\S*workerd|\/w) serve/],
  ['supervisor', /bin\/start\.ts/],
]

export function memoryByPart(site: TestSite): Record<string, number> {
  const processes = site.processes()
  const sums = PARTS.map(([name, command]) => {
    const own = processes.filter((each) => command.test(each.command))
    return [name, own.reduce((sum, { pid }) => sum + residentMb(pid), 0)]
  })
  return Object.fromEntries(sums)
}

function residentMb(pid: number): number {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1]
    return Math.round(Number(kilobytes ?? 0) / 1024)
  } catch {
    return 0
  }
}

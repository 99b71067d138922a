/**
 * Which host a publisher's runs go to first, and where they go instead.
 *
 * Floor 2, pure. Rendezvous hashing: each publisher has an order of all hosts of its own, so its processes are warm in
 * one place, and when a host goes only that host's publishers move.
 */
import { createHash } from 'node:crypto'

/** The hosts in the publisher's own order: its home first. */
export function rankHosts<Host extends { name: string }>(hosts: Host[], publisher: string): Host[] {
  if (hosts.length < 2) return hosts
  const weights = new Map(hosts.map((host) => [host, weigh(host.name, publisher)]))
  return hosts.toSorted((a, b) => weights.get(b)! - weights.get(a)!)
}

/** Of processes that work or are asked for, beside those there can be. A host that does not answer is fullest. */
export function loadOf(health: Load): number {
  return health.ok
    ? (health.running + health.waiting) / Math.max(1, health.capacity)
    : Number.POSITIVE_INFINITY
}

type Load = { ok: false } | { ok: true; running: number; waiting: number; capacity: number }

function weigh(host: string, publisher: string): number {
  return createHash('sha256').update(`${host}\n${publisher}`).digest().readUIntBE(0, 6)
}

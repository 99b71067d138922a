// The files in deploy/ name programs, settings and routes that exist. No container engine is needed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { skipUnless } from '#lib/testing/skip-unless.ts'
import { PROJECT_ROOT } from '../server/runtime/project-root.ts'

const DEPLOY = path.join(PROJECT_ROOT, 'deploy')
const read = (file: string) => fs.readFileSync(path.join(DEPLOY, file), 'utf8')
const FILES = [
  'Containerfile',
  'compose.yml',
  'kubernetes/guildhall.yaml',
  'kubernetes/backup.yaml',
  ...fs.globSync('systemd/*.service', { cwd: DEPLOY }),
]

test.each(FILES)('%s runs programs of this repository', (file) => {
  const programs = read(file).match(/\b(?:bin|sandboxd|deploy)\/[\w-]+\.[jt]s\b/g) ?? []

  expect(programs.length).toBeGreaterThan(0)
  expect(programs.filter((each) => !fs.existsSync(path.join(PROJECT_ROOT, each)))).toEqual([])
})

test('the image has the built site', () => {
  const { scripts } = JSON.parse(fs.readFileSync(path.join(PROJECT_ROOT, 'package.json'), 'utf8'))

  expect(read('Containerfile')).toContain('npm run build')
  expect(scripts.build).toBe('node bin/build.ts')
})

test('the image gets neither secrets nor what a build makes again', () => {
  const ignored = fs.readFileSync(path.join(PROJECT_ROOT, '.dockerignore'), 'utf8').split('\n')

  // compose.yml has its certificates in deploy/certs, and reads deploy/.env.
  expect(ignored).toEqual(
    expect.arrayContaining(['.env', '**/.env', '**/certs', '.git', '.data', 'node_modules']),
  )
})

test.each(FILES)('%s uses settings that are documented or read', (file) => {
  const known = ['.env.example', 'sandboxd/os/scratch-folder.ts', 'bin/server/build/build-if-stale.ts']
    .map((each) => fs.readFileSync(path.join(PROJECT_ROOT, each), 'utf8'))
    .join('\n')
  const names = read(file).match(/\b(?:GUILDHALL|NEXTAUTH|DATABASE)_[A-Z_]+\b/g) ?? []

  expect(names.filter((name) => !known.includes(name))).toEqual([])
})

type Service = { read_only?: boolean; image: string; command?: string[] }

test('every part of the compose file has a read-only root', () => {
  const { services }: { services: Record<string, Service> } = parse(read('compose.yml'), { merge: true })
  const own = Object.values(services).filter(({ image }) => image === 'guildhall')

  expect(own.map(({ read_only }) => read_only)).toEqual([true, true, true])
})

test('every container of the manifests has a read-only root, and its pod no root account', () => {
  const documents = parseAllDocuments(read('kubernetes/guildhall.yaml')).map((each) => each.toJS())
  const pods = documents.filter(({ kind }) => kind === 'Deployment').map(({ spec }) => spec.template.spec)

  expect(pods).toHaveLength(3)
  for (const { securityContext, containers, volumes } of pods) {
    expect(securityContext).toMatchObject({ runAsNonRoot: true })
    for (const { securityContext: own, volumeMounts } of containers) {
      expect(own.readOnlyRootFilesystem).toBe(true)
      const names = volumes.map(({ name }: { name: string }) => name)
      expect(volumeMounts.map(({ name }: { name: string }) => name).sort()).toEqual(names.sort())
    }
  }
})

type Manifest = { kind: string; metadata: { name: string }; spec: Record<string, unknown> }

function readManifests(): Manifest[] {
  const { resources }: { resources: string[] } = parse(read('kubernetes/kustomization.yaml'))
  return resources.flatMap((file) =>
    parseAllDocuments(read(`kubernetes/${file}`)).map((each): Manifest => each.toJS()),
  )
}

test('the kustomization lists every manifest, and no two have one kind and name', () => {
  const { resources }: { resources: string[] } = parse(read('kubernetes/kustomization.yaml'))
  const files = fs.globSync('*.yaml', { cwd: path.join(DEPLOY, 'kubernetes') })
  const names = readManifests().map(({ kind, metadata }) => `${kind} ${metadata.name}`)

  expect(resources.toSorted()).toEqual(files.filter((file) => file !== 'kustomization.yaml').toSorted())
  expect(new Set(names).size).toBe(names.length)
})

test('site and workers have a disruption budget and an autoscaler that starts at their replicas', () => {
  const manifests = readManifests()
  const find = (kind: string, name: string) =>
    manifests.find((each) => each.kind === kind && each.metadata.name === name)?.spec

  for (const name of ['guildhall-site', 'guildhall-worker']) {
    const deployment = find('Deployment', name)
    expect(find('PodDisruptionBudget', name)).toEqual({ maxUnavailable: 1, selector: deployment?.selector })
    expect(find('HorizontalPodAutoscaler', name)).toMatchObject({
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name },
      minReplicas: deployment?.replicas,
    })
  }
})

test('the backup job writes to a claim, has a read-only root, and never runs twice at once', () => {
  const manifests = readManifests()
  const job = manifests.find(({ kind }) => kind === 'CronJob')?.spec

  expect(job).toMatchObject({
    concurrencyPolicy: 'Forbid',
    jobTemplate: {
      spec: {
        template: {
          spec: {
            securityContext: { runAsNonRoot: true },
            containers: [{ image: 'guildhall', securityContext: { readOnlyRootFilesystem: true } }],
          },
        },
      },
    },
  })
  const claims = manifests.filter(({ kind }) => kind === 'PersistentVolumeClaim')
  expect(JSON.stringify(job)).toContain(`"claimName":"${claims[0]?.metadata.name}"`)
})

test('a container is healthy while its site answers', () => {
  const check = (port: string) =>
    spawnSync(process.execPath, [path.join(DEPLOY, 'health-check.ts')], {
      env: { ...process.env, PORT: port },
    })

  // Nothing listens on port 1, which is reserved.
  expect(check('1').status).toBe(1)
})

const verify = () => spawnSync('systemd-analyze', ['verify', ...fs.globSync(`${DEPLOY}/systemd/*.service`)])

test(
  'systemd accepts the units',
  skipUnless(!('error' in spawnSync('systemd-analyze', ['--version'])), 'needs systemd-analyze'),
  () => {
    const complaints = String(verify().stderr).split('\n').filter(Boolean)

    // The units name the paths of an installation, which this machine need not have.
    expect(complaints.filter((each) => !/node is not executable/.test(each))).toEqual([])
  },
)

/**
 * Writes the skill's own files, and those of other skills and blobs (docs/spec/skills-protocol.md §5) to the isolate's memory. Their read-only flag prevents
 * mistakes only: the isolate belongs to the publisher's code.
 */

export async function mount(files, { files: own = [], skills = [], blobs = [] } = {}, ask) {
  for (const root of ['/files', '/skills', '/blobs', '/workspace']) files.mkdirTree(root)
  for (const { path, base64 } of own) writeNewFile(files, `/files/${path}`, Uint8Array.fromBase64(base64))
  for (const skill of skills) {
    for (const { path, base64 } of skill.files)
      writeNewFile(files, `/skills/${skill.name}/${path}`, Uint8Array.fromBase64(base64))
  }
  for (const id of blobs) {
    const { base64 } = await ask('readBlob', { id })
    writeNewFile(files, `/blobs/${id}`, Uint8Array.fromBase64(base64))
  }
  for (const root of ['/files', '/skills', '/blobs']) makeReadOnly(files, root)
  files.chdir('/workspace')
}

/** Writes a skill's own modules to `/code`. */
export function mountModules(files, modules = {}) {
  for (const [path, text] of Object.entries(modules)) writeNewFile(files, `/${path}`, text)
}

/** Writes packages to `/site-packages`. */
export async function mountPackages(files, readPart) {
  const folders = new Set()
  for (let part = 0; ; part += 1) {
    const unpacked = await readPart(part)
    if (!unpacked) return
    for (const [path, bytes] of unpacked) {
      const folder = path.slice(0, path.lastIndexOf('/'))
      if (!folders.has(folder)) files.mkdirTree(`/${folder}`)
      folders.add(folder)
      // The bytes are this isolate's own copy.
      files.writeFile(`/${path}`, bytes, { canOwn: true })
    }
  }
}

function writeNewFile(files, path, bytes) {
  files.mkdirTree(path.slice(0, path.lastIndexOf('/')))
  files.writeFile(path, bytes)
}

function makeReadOnly(files, path) {
  const { mode } = files.stat(path)
  if (!files.isDir(mode)) return files.chmod(path, 0o444)
  for (const name of files.readdir(path))
    if (name !== '.' && name !== '..') makeReadOnly(files, `${path}/${name}`)
  files.chmod(path, 0o555)
}

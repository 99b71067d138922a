/**
 * Lays out what a run finds in its file system: skills and blobs to read, and a workspace that is gone with the run.
 *
 * It is all in this isolate's memory. That files are read-only keeps honest code from mistakes; nothing else would be
 * changed by them. Source: specification "Skills protocol", Python sandbox.
 */

export async function mount(files, { skills = [], blobs = [] } = {}, ask) {
  for (const root of ['/skills', '/blobs', '/workspace']) files.mkdirTree(root)
  for (const skill of skills) {
    for (const { path, base64 } of skill.files)
      writeOnce(files, `/skills/${skill.name}/${path}`, Uint8Array.fromBase64(base64))
  }
  for (const id of blobs) {
    const { base64 } = await ask('readBlob', { id })
    writeOnce(files, `/blobs/${id}`, Uint8Array.fromBase64(base64))
  }
  for (const root of ['/skills', '/blobs']) close(files, root)
  files.chdir('/workspace')
}

function writeOnce(files, path, bytes) {
  files.mkdirTree(path.slice(0, path.lastIndexOf('/')))
  files.writeFile(path, bytes)
}

function close(files, path) {
  const { mode } = files.stat(path)
  if (!files.isDir(mode)) return files.chmod(path, 0o444)
  for (const name of files.readdir(path)) if (name !== '.' && name !== '..') close(files, `${path}/${name}`)
  files.chmod(path, 0o555)
}

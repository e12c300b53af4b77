/** Whether some process works in the workspace at this moment: then its open turns run, else they were cut off. */
export async function isAtWork(workspace: string): Promise<boolean> {
  const { folderOwner } = await import('@goondan/runtime/storage');
  return folderOwner(workspace) !== undefined;
}

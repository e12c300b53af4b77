/** Calls of the kernel that a command in a sandbox may not make: those that reach into other processes, into namespaces, mounts or the kernel itself. */
const refused: Readonly<Record<string, readonly [x64: number, arm64: number]>> = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  open_by_handle_at: [304, 265],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  bpf: [321, 280],
  perf_event_open: [298, 241],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  swapon: [167, 224],
  swapoff: [168, 225],
  reboot: [169, 142],
  init_module: [175, 105],
  delete_module: [176, 106],
  finit_module: [313, 273],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
};

const machines = {
  x64: { column: 0, audit: 0xc000_003e, clone: 56, foreignFrom: 0x4000_0000 },
  arm64: { column: 1, audit: 0xc000_00b7, clone: 220, foreignFrom: undefined },
} as const;

const clone3 = 435;
/** CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET. */
const namespaceFlags = 0x7e02_0000;

const load = (offset: number): Instruction => [0x20, 0, 0, offset];
const answer = (value: number): Instruction => [0x06, 0, 0, value];
const allow = answer(0x7fff_0000);
const notPermitted = answer(0x0005_0001);
const notImplemented = answer(0x0005_0026);

type Instruction = readonly [code: number, jumpTrue: number, jumpFalse: number, value: number];

/** Unless the loaded word equals `value`, the next instruction is left out. */
const ifEqual = (value: number): Instruction => [0x15, 0, 1, value];
const ifAtLeast = (value: number): Instruction => [0x35, 0, 1, value];
const ifAnyBit = (value: number): Instruction => [0x45, 0, 1, value];

/** The filter as the kernel takes it (an array of `struct sock_filter`); none for machines whose calls we do not know. */
export function seccompFilter(machine: string = process.arch): Uint8Array | undefined {
  if (machine !== 'x64' && machine !== 'arm64') return undefined;
  const { column, audit, clone, foreignFrom } = machines[machine];
  const program: Instruction[] = [
    // Programs for another machine number their calls otherwise.
    load(4),
    [0x15, 1, 0, audit],
    notImplemented,
    load(0),
    ...(foreignFrom === undefined ? [] : [ifAtLeast(foreignFrom), notImplemented]),
    ...Object.values(refused).flatMap((numbers) => [ifEqual(numbers[column]), notPermitted]),
    // Its flags lie in memory, where a filter cannot look: the C library falls back to clone.
    ifEqual(clone3),
    notImplemented,
    [0x15, 0, 3, clone],
    load(16),
    ifAnyBit(namespaceFlags),
    notPermitted,
    allow,
  ];
  const bytes = new DataView(new ArrayBuffer(program.length * 8));
  program.forEach(([code, jumpTrue, jumpFalse, value], at) => {
    bytes.setUint16(at * 8, code, true);
    bytes.setUint8(at * 8 + 2, jumpTrue);
    bytes.setUint8(at * 8 + 3, jumpFalse);
    bytes.setUint32(at * 8 + 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

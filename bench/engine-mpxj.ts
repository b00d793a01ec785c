import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateColumns, type CalendarPool } from '@gantry/engine';
import { syntheticColumns } from './engine-network.ts';
import { timed } from './engine-timing.ts';

const ACTIVITIES = 10_000;

/** Milliseconds of MPXJ's P6 scheduler and of this engine on the same network. */
export type MpxjFigures = { activities: number; theirs: number; ours: number; ratio: number };

/** Measures MPXJ in the same run, where the environment variable MPXJ names its class path; null where it does not. */
export function measureMpxj(): MpxjFigures | null {
  const classPath = process.env.MPXJ;
  if (!classPath) {
    console.log('MPXJ is not set: no comparison with it; plain objects are the peer.');
    return null;
  }
  const folder = mkdtempSync(join(tmpdir(), 'gantry-mpxj-'));
  try {
    const columns = syntheticColumns(ACTIVITIES);
    const lines = [`${columns.itemCount} ${columns.relationCount}`];
    for (let item = 0; item < columns.itemCount; item++) lines.push(`${columns.calendar[item]} ${columns.duration[item]}`);
    for (let at = 0; at < columns.relationCount; at++)
      lines.push(`${columns.predecessor[at]} ${columns.successor[at]} ${columns.relationType[at]} ${columns.lag[at]}`);
    writeFileSync(join(folder, 'network.txt'), lines.join('\n'));
    writeFileSync(join(folder, 'Bench.java'), PROGRAM);
    const run = spawnSync('java', ['-cp', classPath, join(folder, 'Bench.java'), join(folder, 'network.txt')], { encoding: 'utf8' });
    const theirs = Number(run.stdout.trim().split('\n').pop());
    if (run.status !== 0 || !Number.isFinite(theirs)) {
      console.log(`MPXJ could not be measured: ${run.stderr.split('\n')[0]}`);
      process.exitCode = 1;
      return null;
    }
    const pool: CalendarPool = new Map();
    const ours = timed(30, 7, () => calculateColumns(columns, pool), 10).clock;
    const ratio = theirs / ours;
    console.log(`MPXJ at ${ACTIVITIES} activities: ${theirs.toFixed(0)} ms, here ${ours.toFixed(2)} ms: ${ratio.toFixed(0)} times as fast`);
    return { activities: ACTIVITIES, theirs, ours, ratio };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Reads the network, schedules it five times and prints the median in milliseconds. Written for MPXJ 14 and later. */
const PROGRAM = `
import java.io.*; import java.time.*; import java.util.*;
import org.mpxj.*; import org.mpxj.cpm.*;
public class Bench {
  public static void main(String[] a) throws Exception {
    BufferedReader in = new BufferedReader(new FileReader(a[0]));
    String[] head = in.readLine().split(" ");
    int n = Integer.parseInt(head[0]), m = Integer.parseInt(head[1]);
    ProjectFile file = new ProjectFile();
    ProjectCalendar[] calendars = new ProjectCalendar[5];
    for (int i = 0; i < 5; i++) calendars[i] = file.addDefaultBaseCalendar();
    file.setDefaultCalendar(calendars[0]);
    file.getProjectProperties().setStartDate(LocalDateTime.of(2025, 1, 6, 8, 0));
    file.getProjectProperties().setStatusDate(LocalDateTime.of(2025, 1, 6, 8, 0));
    Task[] tasks = new Task[n];
    for (int i = 0; i < n; i++) {
      String[] f = in.readLine().split(" ");
      Task t = file.addTask(); tasks[i] = t; t.setName("T" + i); t.setActivityType(ActivityType.TASK_DEPENDENT);
      t.setCalendar(calendars[Integer.parseInt(f[0])]);
      Duration d = Duration.getInstance(Integer.parseInt(f[1]) / 60.0, TimeUnit.HOURS);
      t.setDuration(d); t.setPlannedDuration(d); t.setRemainingDuration(d);
    }
    RelationType[] types = { RelationType.FINISH_START, RelationType.FINISH_FINISH, RelationType.START_START, RelationType.START_FINISH };
    for (int i = 0; i < m; i++) {
      String[] f = in.readLine().split(" ");
      Task from = tasks[Integer.parseInt(f[0])];
      Duration lag = Duration.getInstance(Integer.parseInt(f[3]) / 60.0, TimeUnit.HOURS);
      int type = Integer.parseInt(f[2]);
      tasks[Integer.parseInt(f[1])].addPredecessor(new Relation.Builder().predecessorTask(from).type(types[type]).lag(lag));
    }
    List<Double> times = new ArrayList<>();
    for (int k = 0; k < 7; k++) {
      long s = System.nanoTime();
      new PrimaveraScheduler().schedule(file, LocalDateTime.of(2025, 1, 6, 8, 0));
      if (k > 1) times.add((System.nanoTime() - s) / 1e6);
    }
    Collections.sort(times);
    System.out.println(times.get(times.size() / 2));
  }
}
`;

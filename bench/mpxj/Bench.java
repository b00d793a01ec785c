import java.io.BufferedReader;
import java.io.FileReader;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.mpxj.ActivityType;
import org.mpxj.DayType;
import org.mpxj.Duration;
import org.mpxj.LocalTimeRange;
import org.mpxj.ProjectCalendar;
import org.mpxj.ProjectCalendarHours;
import org.mpxj.ProjectFile;
import org.mpxj.Relation;
import org.mpxj.RelationType;
import org.mpxj.Task;
import org.mpxj.TimeUnit;
import org.mpxj.cpm.PrimaveraScheduler;

/** Reads a network with its calendars, schedules it several times and prints the median in milliseconds. Written for MPXJ 14 and later. */
public class Bench {
  private static final LocalDateTime START = LocalDateTime.of(2025, 1, 6, 8, 0);
  private static final RelationType[] TYPES = {
    RelationType.FINISH_START, RelationType.FINISH_FINISH, RelationType.START_START, RelationType.START_FINISH
  };

  public static void main(String[] args) throws Exception {
    ProjectFile file = new ProjectFile();
    try (BufferedReader in = new BufferedReader(new FileReader(args[0]))) {
      String[] head = in.readLine().split(" ");
      ProjectCalendar[] calendars = new ProjectCalendar[Integer.parseInt(head[2])];
      for (int i = 0; i < calendars.length; i++) calendars[i] = calendar(file, in);
      file.setDefaultCalendar(calendars[0]);
      file.getProjectProperties().setStartDate(START);
      file.getProjectProperties().setStatusDate(START);
      Task[] tasks = new Task[Integer.parseInt(head[0])];
      for (int i = 0; i < tasks.length; i++) tasks[i] = task(file, calendars, in.readLine().split(" "), i);
      for (int i = Integer.parseInt(head[1]); i > 0; i--) relate(tasks, in.readLine().split(" "));
    }
    List<Double> times = new ArrayList<>();
    for (int round = 0; round < 7; round++) {
      long start = System.nanoTime();
      new PrimaveraScheduler().schedule(file, START);
      if (round > 1) times.add((System.nanoTime() - start) / 1e6);
    }
    Collections.sort(times);
    System.out.println(times.get(times.size() / 2));
  }

  /** Seven lines of shifts from Monday on as minutes `480-720 780-1020`, and one of days off as days since 1970. */
  private static ProjectCalendar calendar(ProjectFile file, BufferedReader in) throws Exception {
    ProjectCalendar calendar = file.addCalendar();
    for (DayOfWeek day : DayOfWeek.values()) {
      String line = in.readLine();
      calendar.setCalendarDayType(day, line.isEmpty() ? DayType.NON_WORKING : DayType.WORKING);
      ProjectCalendarHours hours = calendar.addCalendarHours(day);
      if (!line.isEmpty()) for (String shift : line.split(" ")) hours.add(range(shift.split("-")));
    }
    String holidays = in.readLine();
    if (!holidays.isEmpty())
      for (String day : holidays.split(" ")) calendar.addCalendarException(LocalDate.ofEpochDay(Long.parseLong(day)));
    return calendar;
  }

  private static LocalTimeRange range(String[] minutes) {
    return new LocalTimeRange(time(Integer.parseInt(minutes[0])), time(Integer.parseInt(minutes[1])));
  }

  private static LocalTime time(int minute) {
    return LocalTime.ofSecondOfDay(minute * 60L % 86400);
  }

  private static Task task(ProjectFile file, ProjectCalendar[] calendars, String[] fields, int at) {
    Task task = file.addTask();
    Duration work = Duration.getInstance(Integer.parseInt(fields[1]) / 60.0, TimeUnit.HOURS);
    task.setName("T" + at);
    task.setActivityType(ActivityType.TASK_DEPENDENT);
    task.setCalendar(calendars[Integer.parseInt(fields[0])]);
    task.setDuration(work);
    task.setPlannedDuration(work);
    task.setRemainingDuration(work);
    return task;
  }

  private static void relate(Task[] tasks, String[] fields) {
    Duration lag = Duration.getInstance(Integer.parseInt(fields[3]) / 60.0, TimeUnit.HOURS);
    Relation.Builder relation = new Relation.Builder().predecessorTask(tasks[Integer.parseInt(fields[0])]);
    tasks[Integer.parseInt(fields[1])].addPredecessor(relation.type(TYPES[Integer.parseInt(fields[2])]).lag(lag));
  }
}

package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class ProjectCalendar {
  public void setCalendarDayType(java.time.DayOfWeek day, DayType type) {}

  public ProjectCalendarHours addCalendarHours(java.time.DayOfWeek day) {
    return new ProjectCalendarHours();
  }

  public ProjectCalendarException addCalendarException(java.time.LocalDate date) {
    return new ProjectCalendarException();
  }
}

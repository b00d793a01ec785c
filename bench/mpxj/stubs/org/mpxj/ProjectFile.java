package org.mpxj;

/** As much of MPXJ as the benchmark calls, to compile it where MPXJ is not there. */
public class ProjectFile {
  public ProjectCalendar addCalendar() {
    return new ProjectCalendar();
  }

  public void setDefaultCalendar(ProjectCalendar calendar) {}

  public ProjectProperties getProjectProperties() {
    return new ProjectProperties();
  }

  public Task addTask() {
    return new Task();
  }
}
